import { join } from 'node:path';
import type { PasswordLinks } from './password-links.ts';
import type { User } from './scim.ts';

export type Engine = 'sqlite' | 'postgres';

/** Features that not every release has. */
type Feature = 'postgres' | 'passwordChange' | 'scim';

/** A version of the portal whose data is stored here: the last commit before the next step of the schema. */
export type Release = {
  /** The newest step of its schema. */
  readonly step: string;
  readonly commit: string;
  /**
   * The features of the release: PostgreSQL, password changes (also by links and answers), and an identity source by
   * SCIM.
   */
  readonly features: readonly Feature[];
};

/** Every release since the first one with sign-ins at services, oldest first. All of them have passkeys. */
export const RELEASES: readonly Release[] = [
  { step: 'approvals', commit: '08d5b84', features: [] },
  { step: 'identity', commit: 'e13c66c2^', features: [] },
  { step: 'registration', commit: '4c462e7b^', features: [] },
  { step: 'password-change', commit: 'e11f2913^', features: ['passwordChange'] },
  { step: 'one-storage', commit: '7e6659ae^', features: ['postgres', 'passwordChange'] },
  { step: 'administration', commit: 'f9c88362^', features: ['postgres', 'passwordChange'] },
  { step: 'scim', commit: 'cf859e8a^', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'presses', commit: '63d14c80^', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'audit', commit: '31f9ff02^', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'at-rest', commit: 'fdb36bf1', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'engine-sessions', commit: '791752bc^', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'proof-times', commit: '5565e159', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'password-set-by', commit: '286ef7b6', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'requests-worked-on', commit: '31fdfbf3', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'known-browsers', commit: 'e88ee0c7', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'factor-registered-by', commit: 'c6820362', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'hashes-apps-screens', commit: 'bc972945', features: ['postgres', 'passwordChange', 'scim'] },
  { step: 'groups-push-session-rules', commit: 'fb28425b', features: ['postgres', 'passwordChange', 'scim'] },
  {
    step: 'events-scim-groups-desk-directory',
    commit: '805ab195',
    features: ['postgres', 'passwordChange', 'scim'],
  },
  { step: 'federations-desk-sessions', commit: 'cd3e09ae', features: ['postgres', 'passwordChange', 'scim'] },
  {
    step: 'servers-remembered-browsers-authenticators',
    commit: '1f1ab6b3',
    features: ['postgres', 'passwordChange', 'scim'],
  },
];

export const enginesOf = ({ features: has }: Release): readonly Engine[] =>
  has.includes('postgres') ? ['sqlite', 'postgres'] : ['sqlite'];

/** The folder with the data of a release, as gzip files. */
export const folderOf = ({ step }: Release): string => join(import.meta.dirname, 'data', step);

export const POSTGRES_FILE = 'postgres.sql';
export const RECORD_FILE = 'record.json';

/** Values that the test needs from the time when the data were created. */
export type StoredValues = {
  /** Cookies of a browser with a session. */
  readonly cookies: string;
  /** The user handle of the passkey. */
  readonly userHandle: string;
  readonly links?: PasswordLinks;
  /** The users of the identity source, as last returned by the portal. */
  readonly users?: readonly User[];
};

export type ReleaseRecord = {
  /** Epoch milliseconds at which the data were complete. */
  readonly createdAt: number;
  readonly valuesByEngine: Readonly<Partial<Record<Engine, StoredValues>>>;
};

/** The number of the person who stays signed in. */
export const SIGNED_IN = 0;
/** The number of the person who has entered a wrong password once. */
export const GUESSED_ONCE = 1;
/** The number of the person of all journeys. */
export const ACTIVE = 2;
export const PEOPLE = 9;
