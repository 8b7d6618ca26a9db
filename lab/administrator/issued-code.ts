import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { Owner } from '#lab/devices/owners.ts';
import type { EmergencyCode } from '#lab/devices/types.ts';

/** The latest temporary code of an account. */
export type IssuedCode = { readonly userId: string } & {
  readonly [K in keyof EmergencyCode]: EmergencyCode[K] | null;
};

/** The code that was issued on this page, else the one of the seed. */
export function issuedCode(store: DeviceStore, { userId, devices }: Owner): IssuedCode {
  const latest = store.emergencyCodes.get(userId) ?? devices.emergencyCode;
  return { userId, code: latest?.code ?? null, validUntil: latest?.validUntil ?? null };
}
