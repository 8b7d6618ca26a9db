import { maskSerial } from '#server/login/policy/mask.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';

const VISIBLE_UUID_CHARACTERS = 4;

/** The description of a factor, in which numbers are masked (docs/wire.md, "Registered factors"). */
async function descriptionOf(devices: Devices, userId: string, { type, device }: Factor) {
  const card = type === FACTOR_TYPES.otpCard ? await devices.otpCards.of(userId) : null;
  if (card) {
    const { serial, modelCode, companyName, registeredOn } = card;
    return { serialNumber: maskSerial(serial), modelCode, companyName, registrationDate: registeredOn };
  }
  const key = type === FACTOR_TYPES.yubikey ? await devices.yubikeys.find(device) : null;
  if (key) {
    const { serial, modelCode, publicId } = key;
    return { serialNumber: maskSerial(serial), modelCode, publicId: maskSerial(publicId) };
  }
  const app = type === FACTOR_TYPES.mobileApp ? await devices.mobileApps.of(userId) : null;
  if (app) {
    const { os, appVersion, deviceName, isOffline, isStandard } = app;
    const uuid = `…${device.slice(-VISIBLE_UUID_CHARACTERS)}`;
    return { uuid, os, appVersion, deviceName, isOffline, ...(isStandard && { app: 'standard' }) };
  }
  return {};
}

/**
 * An entry in the answer of GET /data/portal/factors, without the field that says whether the factor may be removed.
 */
export const describeFactor = async (devices: Devices, userId: string, factor: Factor) => {
  const { factorId, type, name, registeredAt, lastUsedAt } = factor;
  return {
    factorId,
    type,
    name,
    description: await descriptionOf(devices, userId, factor),
    registeredAt,
    lastUsedAt,
  };
};
