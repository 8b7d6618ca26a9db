import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { callPortal, type PortalAnswer } from '#lab/phone/portal-call.ts';
import type { Language } from '#lab/web/language.ts';

const loginRequestSchema = v.object({
  serviceName: v.string(),
  browser: v.string(),
  /** `requestedAt` and `validUntil`: epoch milliseconds. */
  requestedAt: v.number(),
  validUntil: v.number(),
  numbers: v.array(v.string()),
});

/**
 * The facts about a sign-in that the app shows before the person approves it. `numbers` are the numbers to choose from.
 */
export type LoginRequest = v.InferOutput<typeof loginRequestSchema>;

const decisionAnswer = v.object({ outcome: v.string() });

const pathOf = (qrId: string): string => `/device/qr/${encodeURIComponent(qrId)}`;

/** The calls that the app makes to the portal about a QR code (docs/device-calls.md). */
export const deviceCalls = (
  options: Pick<LabOptions, 'portalUrl' | 'portalFetch'>,
  caller: { readonly appKey: string; readonly language: Language },
) => ({
  loginRequest: (qrId: string): Promise<PortalAnswer<LoginRequest>> =>
    callPortal(options, caller, pathOf(qrId), loginRequestSchema),
  /** Approves the sign-in with the chosen number, or declines it when `number` is null. */
  decide: (qrId: string, number: string | null): Promise<PortalAnswer<{ outcome: string }>> =>
    callPortal(options, caller, pathOf(qrId), decisionAnswer, { number }),
});
