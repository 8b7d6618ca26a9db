import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { DEVICE_RACES } from './devices.ts';
import { OPERATOR_RACES } from './operators.ts';
import type { RacePreparation } from './race.ts';
import { RESTART_RACES } from './restarts.ts';
import { TAB_RACES } from './tabs.ts';

/** All races between people, devices and operators; servers are killed only on PostgreSQL, where two servers run. */
export const RACES: Readonly<Record<string, RacePreparation>> = {
  ...TAB_RACES,
  ...DEVICE_RACES,
  ...OPERATOR_RACES,
  ...(IS_TEST_ALL && RESTART_RACES),
};
