import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { EmergencyCode } from './types.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const cardMemory = v.strictObject({
  /** Counter of the next press. */
  counter: count,
  shown: v.nullable(v.string()),
});

const yubikeyMemory = v.strictObject({
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

/** Marks a lost phone, whose app is gone. */
const LOST = 'lost';

const entries = <T extends v.GenericSchema>(entry: T) => v.record(v.string(), entry);

const contents = v.strictObject({
  /** By user ID. */
  cards: entries(cardMemory),
  /** By public ID. */
  yubikeys: entries(yubikeyMemory),
  /** By user ID. */
  emergencyCodes: entries(emergencyCode),
  /** By user ID; absent in a file of an earlier version. */
  apps: v.optional(entries(v.union([registeredApp, v.literal(LOST)])), {}),
  /** Client keys that the app shows, by user ID. */
  clientKeys: v.optional(entries(v.string()), {}),
});

type Contents = v.InferOutput<typeof contents>;

const EMPTY: Contents = { cards: {}, yubikeys: {}, emergencyCodes: {}, apps: {}, clientKeys: {} };

type CardMemory = v.InferOutput<typeof cardMemory>;
export type RegisteredApp = v.InferOutput<typeof registeredApp>;
export type YubikeyMemory = v.InferOutput<typeof yubikeyMemory>;

/** The file of the lab's devices cannot be read; the message contains the remedy. */
export class DeviceMemoryError extends Error {
  override readonly name = 'DeviceMemoryError';

  constructor(file: string, cause: unknown) {
    super(`${file} does not contain the lab's devices; start with --fresh or delete the whole data folder.`, {
      cause,
    });
  }
}

function read(file: string): Contents {
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
    throw new DeviceMemoryError(file, error);
  }
}

/** Stored states of one kind of device, by id. */
type MemorySlot<T> = {
  get(id: string): T | null;
  /** Stores a state and writes the file before it returns. */
  set(id: string, entry: T): void;
};

/** The stored states of the devices. */
export type DeviceMemory = {
  readonly cards: MemorySlot<CardMemory>;
  readonly yubikeys: MemorySlot<YubikeyMemory>;
  readonly emergencyCodes: MemorySlot<EmergencyCode>;
  readonly apps: MemorySlot<RegisteredApp | 'lost'>;
  readonly clientKeys: MemorySlot<string>;
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.new`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  renameSync(temporaryFile, file);
}

/**
 * Opens the file with the states of the devices, which survive a restart.
 * @throws DeviceMemoryError when the file is invalid
 */
export function openDeviceMemory(file: string): DeviceMemory {
  const found = read(file);
  const cards = new Map(Object.entries(found.cards));
  const yubikeys = new Map(Object.entries(found.yubikeys));
  const emergencyCodes = new Map(Object.entries(found.emergencyCodes));
  const apps = new Map(Object.entries(found.apps));
  const clientKeys = new Map(Object.entries(found.clientKeys));
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
  const slotOf = <T>(entries: Map<string, T>): MemorySlot<T> => ({
    get: (id) => entries.get(id) ?? null,
    set(id, entry) {
      entries.set(id, entry);
      save();
    },
  });
  return {
    cards: slotOf(cards),
    yubikeys: slotOf(yubikeys),
    emergencyCodes: slotOf(emergencyCodes),
    apps: slotOf(apps),
    clientKeys: slotOf(clientKeys),
  };
}
