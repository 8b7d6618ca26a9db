import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type KeepPending = FlowEffects['storePending'];

/** How the flow of sent codes tells the portal of the code that is under way (decision 79). */
export const codeKeeper =
  (storePending: KeepPending) =>
  (_: unknown, { tokenCode, validUntil }: { readonly tokenCode: TokenCode; readonly validUntil: number }) =>
    storePending({ tokenCode, kind: 'code', id: '', validUntil });

/** How the flow of pushes tells the portal of the push that is under way, or that none is (decision 84). */
export const pushKeeper =
  (storePending: KeepPending) =>
  (_: unknown, push: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(push === null ? null : { tokenCode: TOKEN_CODES.push, kind: 'push', ...push });

/** How the flow of QR codes tells the portal of the code that is on, or that none is (decision 103). */
export const qrKeeper =
  (storePending: KeepPending) =>
  (_: unknown, code: { readonly id: string; readonly validUntil: number } | null) =>
    storePending(code === null ? null : { tokenCode: TOKEN_CODES.qr, kind: 'qr', ...code });
