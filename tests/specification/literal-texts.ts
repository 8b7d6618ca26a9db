/**
 * The English texts that the specification gives word for word, typed in from it. A number stands where it says N.
 * Some stand under several keys.
 */
export const LITERAL_TEXTS: Readonly<Record<string, string>> = {
  'notice.invalidAccess': 'Invalid Access.',
  'notice.notExists': 'Can Not Find The User.',
  'notice.unauthorized': 'Unauthorized',
  'notice.notFound': 'Can Not Find The Page.',
  'title.authenticated': 'Authenticating...',
  'title.result.approved': 'service is approved',
  'title.result.rejected': 'service is rejected',
  'title.result.used': 'URL is used',
  'notice.approved': 'service is approved',
  'notice.rejected': 'service is rejected',
  'notice.used': 'URL is used',
  'redirect.countdown': '3 seconds after SSO authentication is completed...',
  'identity.modeId': 'ID+OTP',
  'otp.send': 'OTP Sending',
  'otp.resend': 'OTP Resending',
  'method.always': 'Always Use',
  'method.alwaysSend': 'Send Automatically',
  'method.change': 'Change Authentication Method',
  'passkey.button': 'Passkey Token Auth.',
  'info.enter.otp.alert': 'Enter Authentication Code.',
  'info.failure.noMethod': 'No Available Authentication Methods.',
  'info.enter.user': 'Please enter your user information.',
  'info.failure.noMatch': 'User information does not match.',
  'info.passkey.noti': 'Passkey token name is a required field.',
  'info.passkey.failure.duplication': 'Token name is already in use.',
  'explanation.QnA.failure.notMatch': 'User answer does not match.',
  'session.expired': 'Session Expired. Login Again.',
  'error.already_mobileapp': 'User already has a cube login app registered.',
};

/** The English texts that begin so, word for word, and go on with what to do next. */
export const LITERAL_BEGINNINGS: Readonly<Record<string, string>> = {
  'error.auth_error_017': 'No access permission for Admin Portal.',
  'error.auth_error_017_1': 'Inactive administrator.',
};

/** What the specification puts between the same quotes and is no text of a screen. */
export const NO_TEXTS: Readonly<Record<string, string>> = {
  'Use this method always': 'names a box of the password screen',
  'other method': 'names a link of the password screen',
  always: 'names a box',
  '/': 'is an address',
  null: 'is part of what a person may type',
  '500': 'is a code of the server',
  'Duplicate password history': 'is a message of the server by which it is understood',
};
