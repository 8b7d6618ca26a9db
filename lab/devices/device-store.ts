import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { EmergencyCode } from './types.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const storedCard = v.strictObject({
  /** Counter of the next press. */
  counter: count,
  shown: v.nullable(v.string()),
});

const storedYubikey = v.strictObject({
  /** Counters of the next touch. */
  usage: count,
  session: count,
  /** Epoch milliseconds. */
  pluggedAt: count,
  last: v.nullable(v.string()),
});

const emergencyCode = v.strictObject({ code: v.string(), validUntil: count });

/** An app that was registered in the lab, which replaces the seeded one. */
const registeredApp = v.strictObject({
  deviceName: v.string(),
  /** Base32. */
  secret: v.string(),
  /** Bearer key of its calls; null for an offline app. */
  key: v.nullable(v.string()),
});

/** Stored instead of the app of a lost phone. */
const LOST = 'lost';

const entries = <T extends v.GenericSchema>(entry: T) => v.record(v.string(), entry);

const contents = v.strictObject({
  /** By user ID. */
  cards: entries(storedCard),
  /** By public ID. */
  yubikeys: entries(storedYubikey),
  /** By user ID. */
  emergencyCodes: entries(emergencyCode),
  /** By user ID; absent in a file of an earlier version. */
  apps: v.optional(entries(v.union([registeredApp, v.literal(LOST)])), {}),
  /** Client keys that the app shows, by user ID. */
  clientKeys: v.optional(entries(v.string()), {}),
});

type Contents = v.InferOutput<typeof contents>;

const EMPTY: Contents = { cards: {}, yubikeys: {}, emergencyCodes: {}, apps: {}, clientKeys: {} };

type StoredCard = v.InferOutput<typeof storedCard>;
export type RegisteredApp = v.InferOutput<typeof registeredApp>;
export type StoredYubikey = v.InferOutput<typeof storedYubikey>;

/** The file of the lab's devices cannot be read; the message contains the remedy. */
export class DeviceStoreError extends Error {
  override readonly name = 'DeviceStoreError';

  constructor(file: string, cause: unknown) {
    super(`${file} does not contain the lab's devices; start with --fresh or delete the whole data folder.`, {
      cause,
    });
  }
}

function readContents(file: string): Contents {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY;
    throw error;
  }
  try {
    return v.parse(contents, JSON.parse(text));
  } catch (error) {
    throw new DeviceStoreError(file, error);
  }
}

/** The stored states of one kind of device, by id. */
type StateTable<T> = {
  get(id: string): T | null;
  /** Stores a state and writes the file before it returns. */
  set(id: string, entry: T): void;
};

/** The stored states of the devices. */
export type DeviceStore = {
  readonly cards: StateTable<StoredCard>;
  readonly yubikeys: StateTable<StoredYubikey>;
  readonly emergencyCodes: StateTable<EmergencyCode>;
  readonly apps: StateTable<RegisteredApp | 'lost'>;
  readonly clientKeys: StateTable<string>;
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.new`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  renameSync(temporaryFile, file);
}

/**
 * Opens the file with the states of the devices, which survive a restart.
 * @throws DeviceStoreError when the file is invalid
 */
export function openDeviceStore(file: string): DeviceStore {
  const stored = readContents(file);
  const cards = new Map(Object.entries(stored.cards));
  const yubikeys = new Map(Object.entries(stored.yubikeys));
  const emergencyCodes = new Map(Object.entries(stored.emergencyCodes));
  const apps = new Map(Object.entries(stored.apps));
  const clientKeys = new Map(Object.entries(stored.clientKeys));
  const save = (): void => {
    const states = {
      cards: Object.fromEntries(cards),
      yubikeys: Object.fromEntries(yubikeys),
      emergencyCodes: Object.fromEntries(emergencyCodes),
      apps: Object.fromEntries(apps),
      clientKeys: Object.fromEntries(clientKeys),
    };
    write(file, JSON.stringify(states, null, 2));
  };
  const tableOf = <T>(entries: Map<string, T>): StateTable<T> => ({
    get: (id) => entries.get(id) ?? null,
    set(id, entry) {
      entries.set(id, entry);
      save();
    },
  });
  return {
    cards: tableOf(cards),
    yubikeys: tableOf(yubikeys),
    emergencyCodes: tableOf(emergencyCodes),
    apps: tableOf(apps),
    clientKeys: tableOf(clientKeys),
  };
}
