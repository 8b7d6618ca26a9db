import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type KeepPending = FlowEffects['keepPending'];

/** How the flow of sent codes tells the portal of the code that is under way (decision 79). */
export const codeKeeper =
  (keepPending: KeepPending) =>
  (_: unknown, { tokenCode, validUntil }: { readonly tokenCode: TokenCode; readonly validUntil: number }) =>
    keepPending({ tokenCode, kind: 'code', id: '', validUntil });

/** How the flow of pushes tells the portal of the push that is under way, or that none is (decision 84). */
export const pushKeeper =
  (keepPending: KeepPending) =>
  (_: unknown, push: { readonly id: string; readonly validUntil: number } | null) =>
    keepPending(push === null ? null : { tokenCode: TOKEN_CODES.push, kind: 'push', ...push });

/** How the flow of QR codes tells the portal of the code that is on, or that none is (decision 103). */
export const qrKeeper =
  (keepPending: KeepPending) =>
  (_: unknown, code: { readonly id: string; readonly validUntil: number } | null) =>
    keepPending(code === null ? null : { tokenCode: TOKEN_CODES.qr, kind: 'qr', ...code });
