import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { DEVICES } from './devices.ts';
import { ADMINISTRATION } from './operators.ts';
import type { PrepareRace } from './race.ts';
import { RESTARTS } from './restarts.ts';
import { TABS } from './tabs.ts';

/** All races between people, devices and operators; servers are killed only on PostgreSQL, where there are two. */
export const RACES: Readonly<Record<string, PrepareRace>> = {
  ...TABS,
  ...DEVICES,
  ...ADMINISTRATION,
  ...(IS_TEST_ALL && RESTARTS),
};
