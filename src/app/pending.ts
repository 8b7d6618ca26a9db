import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

type StorePending = FlowEffects['storePending'];

/** Action of the sent-code flow that stores the pending code in the portal (rule 79). */
export const storePendingCode =
  (storePending: StorePending) =>
  (_: unknown, { tokenCode, validUntil }: { readonly tokenCode: TypeCode; readonly validUntil: number }) =>
    storePending({ tokenCode, kind: 'code', id: '', validUntil });

/** Action of the push flow that stores or drops the pending push in the portal (rule 84). */
export const storePendingPush =
  (storePending: StorePending) =>
  (_: unknown, push: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(push === null ? null : { tokenCode: TYPE_CODES.push, kind: 'push', ...push });

/** Action of the QR flow that stores or drops the pending code in the portal (rule 103). */
export const storePendingQr =
  (storePending: StorePending) =>
  (_: unknown, code: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(code === null ? null : { tokenCode: TYPE_CODES.qr, kind: 'qr', ...code });
