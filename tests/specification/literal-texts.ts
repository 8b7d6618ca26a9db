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
  'session.expired': 'Session Expired. Login Again.',
  'error.auth_error_017': 'No access permission for Admin Portal.',
  'error.auth_error_017_1': 'Inactive administrator.',
  'error.already_mobileapp': 'User already has a cube login app registered.',
};
