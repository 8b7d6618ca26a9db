import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { DEVICES } from './devices.ts';
import type { Pair } from './meeting.ts';
import { ADMINISTRATION } from './operators.ts';
import { RESTARTS } from './restarts.ts';
import { TABS } from './tabs.ts';

/** What people, devices and operators do at once; servers are killed where there is more than one. */
export const PAIRS: Readonly<Record<string, Pair>> = {
  ...TABS,
  ...DEVICES,
  ...ADMINISTRATION,
  ...(IS_TEST_ALL && RESTARTS),
};
