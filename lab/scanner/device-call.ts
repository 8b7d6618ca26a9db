import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { type PortalAnswer, portalCall } from '#lab/phone/portal-call.ts';
import type { Language } from '#lab/web/language.ts';

const loginRequestSchema = v.object({
  serviceName: v.string(),
  browser: v.string(),
  /** Epoch milliseconds. */
  requestedAt: v.number(),
  validUntil: v.number(),
  numbers: v.array(v.string()),
});

/** A login that waits for the app, as the app shows it. */
export type LoginRequest = v.InferOutput<typeof loginRequestSchema>;

const decisionAnswer = v.object({ outcome: v.string() });

const pathOf = (qrId: string): string => `/device/qr/${encodeURIComponent(qrId)}`;

/** The app's calls to the portal about a code (docs/device-calls.md). */
export const deviceCalls = (
  options: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
  caller: { readonly appKey: string; readonly language: Language },
) => ({
  loginRequest: (qrId: string): Promise<PortalAnswer<LoginRequest>> =>
    portalCall(options, caller, pathOf(qrId), loginRequestSchema),
  /** Null declines. */
  decide: (qrId: string, number: string | null): Promise<PortalAnswer<{ outcome: string }>> =>
    portalCall(options, caller, pathOf(qrId), decisionAnswer, { number }),
});
