import type { DeviceStore } from '#lab/devices/device-store.ts';
import type { DeviceOwner } from '#lab/devices/owners.ts';
import type { EmergencyCode } from '#lab/devices/types.ts';

/** The latest temporary code of an account. `code` and `validUntil` are null when the account has no code. */
export type IssuedCode = { readonly userId: string } & {
  readonly [K in keyof EmergencyCode]: EmergencyCode[K] | null;
};

/**
 * The latest temporary code of an account: the last code that was issued in the lab, or the code in the initial data of
 * the demonstration.
 */
export function issuedCode(store: DeviceStore, { userId, devices }: DeviceOwner): IssuedCode {
  const latest = store.emergencyCodes.get(userId) ?? devices.emergencyCode;
  return { userId, code: latest?.code ?? null, validUntil: latest?.validUntil ?? null };
}
