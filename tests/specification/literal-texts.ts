/**
 * The English texts that the specification gives word for word, typed in from it, with a number instead of N. Several
 * keys can have the same text.
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

/** The beginnings of English texts that the specification gives word for word; an instruction follows them. */
export const LITERAL_BEGINNINGS: Readonly<Record<string, string>> = {
  'error.auth_error_017': 'No access permission for Admin Portal.',
  'error.auth_error_017_1': 'Inactive administrator.',
};

/** Quotes of the specification that are not texts of a screen, with the reasons. */
export const OTHER_SPECIFICATION_QUOTES: Readonly<Record<string, string>> = {
  'Use this method always': 'names a check box of the password screen',
  'other method': 'names a link of the password screen',
  '/': 'is an address',
  null: 'is part of an input',
  '500': 'is a code of the server',
  'Duplicate password history': 'is a message of the server that the page evaluates',
};
