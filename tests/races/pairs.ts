import { DEVICES } from './devices.ts';
import type { Pair } from './meeting.ts';
import { ADMINISTRATION } from './operators.ts';
import { TABS } from './tabs.ts';

/** What people, devices and operators do at once. */
export const PAIRS: Readonly<Record<string, Pair>> = { ...TABS, ...DEVICES, ...ADMINISTRATION };
