import { runPart } from './runPart';

runPart(2);
