import type { LazyFlow } from '#machines/portal/portal.types.ts';
import type { FlowChunk } from './flow-chunk.ts';

/** Where the chunk of each flow comes from. */
export const LAZY_FLOWS: Readonly<Record<LazyFlow, () => Promise<FlowChunk>>> = {
  chooser: () => import('./flows/chooser.ts'),
  emergency: () => import('./flows/emergency.ts'),
  'sent-code': () => import('./flows/sent-code.ts'),
  'device-code': () => import('./flows/device-code.ts'),
  qr: () => import('./flows/qr.ts'),
  push: () => import('./flows/push.ts'),
  passkey: () => import('./flows/passkey.ts'),
  'second-factor': () => import('./flows/second-factor.ts'),
  'return-to-service': () => import('./flows/return-to-service.ts'),
  'session-expiry': () => import('./flows/session-expiry.ts'),
  authenticated: () => import('./flows/authenticated.ts'),
  provisioning: () => import('./flows/provisioning.ts'),
};
