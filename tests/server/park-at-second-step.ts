import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { proveFirstStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';

export const { otpCard, yubikeyFirst, mobileApp } = SEEDED_DEVICES.park;

export async function parkAfterFirstStep(file: Record<string, unknown> = {}) {
  const server = await testServer(file);
  const park = await proveFirstStep(server.browser(), 'park');
  return { server, park };
}
