import { runPart } from './runPart';

runPart(1);
