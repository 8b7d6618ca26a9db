import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

type StorePending = FlowEffects['storePending'];

/** Creates the action with which the sent-code flow stores the pending code in the portal (rule 79). */
export const storePendingCode =
  (storePending: StorePending) =>
  (_: unknown, { tokenCode, validUntil }: { readonly tokenCode: TypeCode; readonly validUntil: number }) =>
    storePending({ tokenCode, kind: 'code', id: '', validUntil });

/** Creates the action with which the push flow stores the pending push in the portal, or removes it (rule 84). */
export const storePendingPush =
  (storePending: StorePending) =>
  (_: unknown, push: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(push === null ? null : { tokenCode: TYPE_CODES.push, kind: 'push', ...push });

/** Creates the action with which the QR flow stores the pending QR code in the portal, or removes it (rule 103). */
export const storePendingQr =
  (storePending: StorePending) =>
  (_: unknown, code: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(code === null ? null : { tokenCode: TYPE_CODES.qr, kind: 'qr', ...code });
