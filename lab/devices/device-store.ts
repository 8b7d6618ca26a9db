import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { EmergencyCode } from './types.ts';

const nonNegativeInteger = v.pipe(v.number(), v.integer(), v.minValue(0));

const storedCard = v.strictObject({
  /** Counter of the next press. */
  counter: nonNegativeInteger,
  /** The code on the display; null before the first press. */
  shown: v.nullable(v.string()),
});

const storedYubikey = v.strictObject({
  /** `usage` and `session`: counters of the next touch. */
  usage: nonNegativeInteger,
  session: nonNegativeInteger,
  /** Time at which the key was plugged in, in epoch milliseconds. */
  pluggedAt: nonNegativeInteger,
  /** The OTP of the last touch; null before the first touch. */
  last: v.nullable(v.string()),
});

const emergencyCode = v.strictObject({ code: v.string(), validUntil: nonNegativeInteger });

/** An app that was registered in the lab. It replaces the app in the initial data of the demonstration. */
const registeredApp = v.strictObject({
  deviceName: v.string(),
  /** In base32. */
  secret: v.string(),
  /** Bearer token of the app's calls; null for an app that makes no calls. */
  key: v.nullable(v.string()),
});

/** The value that is stored in the place of an app when the phone is lost. */
const LOST_APP = 'lost';

const recordOf = <T extends v.GenericSchema>(entry: T) => v.record(v.string(), entry);

const storedDevices = v.strictObject({
  /** OTP cards by user ID. */
  cards: recordOf(storedCard),
  /** Yubikeys by public ID. */
  yubikeys: recordOf(storedYubikey),
  /** Temporary codes by user ID. */
  emergencyCodes: recordOf(emergencyCode),
  /** Apps by user ID; absent in a file of an earlier version. */
  apps: v.optional(recordOf(v.union([registeredApp, v.literal(LOST_APP)])), {}),
  /** Client keys that the apps show, by user ID; absent in a file of an earlier version. */
  clientKeys: v.optional(recordOf(v.string()), {}),
});

type StoredDevices = v.InferOutput<typeof storedDevices>;

const NO_DEVICES: StoredDevices = { cards: {}, yubikeys: {}, emergencyCodes: {}, apps: {}, clientKeys: {} };

type StoredCard = v.InferOutput<typeof storedCard>;
export type RegisteredApp = v.InferOutput<typeof registeredApp>;
export type StoredYubikey = v.InferOutput<typeof storedYubikey>;

/** Error for a file that does not contain valid states of the devices. The message contains a remedy. */
export class DeviceStoreError extends Error {
  override readonly name = 'DeviceStoreError';

  constructor(file: string, cause: unknown) {
    super(`${file} does not contain the lab's devices; start with --fresh or delete the whole data folder.`, {
      cause,
    });
  }
}

function readStoredDevices(file: string): StoredDevices {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NO_DEVICES;
    throw error;
  }
  try {
    return v.parse(storedDevices, JSON.parse(text));
  } catch (error) {
    throw new DeviceStoreError(file, error);
  }
}

/** The stored states of the devices of one kind, by user ID or public ID. */
type StateTable<State> = {
  get(id: string): State | null;
  /** Stores a state. The file is written before the function returns. */
  set(id: string, state: State): void;
};

/** The stored states of the devices. */
export type DeviceStore = {
  readonly cards: StateTable<StoredCard>;
  readonly yubikeys: StateTable<StoredYubikey>;
  readonly emergencyCodes: StateTable<EmergencyCode>;
  readonly apps: StateTable<RegisteredApp | 'lost'>;
  readonly clientKeys: StateTable<string>;
};

/** Writes a temporary file and renames it, so that a crash does not leave a partly written file. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.new`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  renameSync(temporaryFile, file);
}

/**
 * Opens the file with the states of the devices. The states survive a restart of the lab.
 * @throws DeviceStoreError when the file is invalid
 */
export function openDeviceStore(file: string): DeviceStore {
  const stored = readStoredDevices(file);
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
    replaceFile(file, JSON.stringify(states, null, 2));
  };
  const createTable = <State>(states: Map<string, State>): StateTable<State> => ({
    get: (id) => states.get(id) ?? null,
    set(id, state) {
      states.set(id, state);
      save();
    },
  });
  return {
    cards: createTable(cards),
    yubikeys: createTable(yubikeys),
    emergencyCodes: createTable(emergencyCodes),
    apps: createTable(apps),
    clientKeys: createTable(clientKeys),
  };
}
