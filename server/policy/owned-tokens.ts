import type { Account } from '#server/db/accounts.ts';
import type { Devices } from '#server/db/devices.ts';
import { maskedTokens } from './answer.ts';
import type { SecondToken } from './second-tokens.ts';

/** Whether the person has what a token needs. */
export function ownsSecondToken(devices: Devices, account: Account, name: SecondToken): boolean {
  const { otpCard, yubikeyFirst, yubikeySecond, mobileApp, fido2token } = maskedTokens(
    devices,
    account.userId,
  );
  switch (name) {
    case 'pw':
      return true;
    case 'emergencyCode':
      return devices.emergencyCodes.find(account.userId) !== null;
    case 'sms':
      return account.phoneNumber !== null;
    case 'internalMail':
    case 'privateMail':
      return account[name] !== null;
    case 'hwOtp':
      return otpCard !== null;
    case 'yubikey':
      return yubikeyFirst !== null || yubikeySecond !== null;
    case 'fido2Token':
      return fido2token !== null;
    case 'mobileOtp':
      return mobileApp !== null;
    case 'push':
    case 'qrCode':
      return mobileApp !== null && mobileApp !== 'offline';
  }
}
