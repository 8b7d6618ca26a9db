import type { MessageKey } from '#src/app/messages.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** The text keys of a device that shows codes. `token`: the label of the registered device. */
type DeviceTexts = { readonly title: MessageKey; readonly lead: MessageKey; readonly token: MessageKey };

const CARD: DeviceTexts = { title: 'title.method.7', lead: 'code.leadCard', token: 'code.tokenCard' };
const YUBIKEY: DeviceTexts = {
  title: 'title.method.8',
  lead: 'code.leadYubikey',
  token: 'code.tokenYubikey',
};
const APP: DeviceTexts = { title: 'title.method.9', lead: 'code.leadApp', token: 'code.tokenApp' };

/** The text keys of the device whose codes prove the method with this type code. */
export function deviceTextsOf(code: TypeCode): DeviceTexts {
  if (code === TYPE_CODES.otpCard) return CARD;
  return code === TYPE_CODES.yubikey ? YUBIKEY : APP;
}
