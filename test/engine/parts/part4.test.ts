import { runPart } from './runPart';

runPart(3);
