import type { MessageKey } from '#src/app/messages.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

type CodeTexts = { readonly title: MessageKey; readonly lead: MessageKey; readonly token: MessageKey };

const CARD: CodeTexts = { title: 'title.method.7', lead: 'code.leadCard', token: 'code.tokenCard' };
const YUBIKEY: CodeTexts = {
  title: 'title.method.8',
  lead: 'code.leadYubikey',
  token: 'code.tokenYubikey',
};
const APP: CodeTexts = { title: 'title.method.9', lead: 'code.leadApp', token: 'code.tokenApp' };

/** Texts of the device that a code comes from. */
export function deviceTextsOf(code: TypeCode): CodeTexts {
  if (code === TYPE_CODES.otpCard) return CARD;
  return code === TYPE_CODES.yubikey ? YUBIKEY : APP;
}
