import { changeScenarios } from './changeScenarios';
import { createScenarios } from './createScenarios';
import type { Scenario } from './scenario';

/** Every way in which the node writes. */
export const scenarios: readonly Scenario[] = [...createScenarios, ...changeScenarios];
