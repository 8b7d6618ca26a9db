import { join } from 'node:path';

/** A version of the portal whose data are kept here: the last commit before the schema took its next step. */
export type Release = {
  /** The newest step of its schema. */
  readonly step: string;
  readonly commit: string;
  /** Whether it could work on PostgreSQL. */
  readonly hasPostgres: boolean;
};

/** Every one since services were first signed in to, oldest first. */
export const RELEASES: readonly Release[] = [
  { step: 'approvals', commit: '08d5b84', hasPostgres: false },
  { step: 'identity', commit: 'e13c66c2^', hasPostgres: false },
  { step: 'registration', commit: '4c462e7b^', hasPostgres: false },
  { step: 'password-change', commit: 'e11f2913^', hasPostgres: false },
  { step: 'one-storage', commit: '7e6659ae^', hasPostgres: true },
  { step: 'administration', commit: 'f9c88362^', hasPostgres: true },
  { step: 'scim', commit: 'cf859e8a^', hasPostgres: true },
  { step: 'presses', commit: '63d14c80^', hasPostgres: true },
  { step: 'audit', commit: '31f9ff02^', hasPostgres: true },
  { step: 'at-rest', commit: 'fdb36bf1', hasPostgres: true },
];

/** Everything that a release has left, each file packed by gzip. */
export const folderOf = ({ step }: Release): string => join(import.meta.dirname, 'data', step);

export const POSTGRES_FILE = 'postgres.sql';
export const STORY_FILE = 'story.json';

/** What people did while the data came about. */
export type Story = {
  /** Epoch milliseconds of the end. */
  readonly madeAt: number;
  /** Cookies of the browser in which somebody is signed in, by the storage. */
  readonly signedIn: Readonly<Partial<Record<'sqlite' | 'postgres', string>>>;
  /** Whether somebody could change a password. */
  readonly hasChanged: boolean;
};

/** Who stays signed in. */
export const SIGNED_IN = 0;
/** Who has given a wrong password once. */
export const GUESSED_ONCE = 1;
/** Who does each of the journeys. */
export const ACTIVE = 2;
export const PEOPLE = 5;
