import { runPart } from './runPart';

runPart(0);
