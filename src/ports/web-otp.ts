/** Request options of the WebOTP API, which the DOM types do not know. */
type OtpRequest = CredentialRequestOptions & { readonly otp: { readonly transport: readonly ['sms'] } };

/**
 * Waits for a code out of an SMS by the WebOTP API. Null where the browser has none or the person
 * declines: then the code is typed.
 */
export async function receiveSms(signal: AbortSignal): Promise<string | null> {
  if (typeof window === 'undefined' || !('OTPCredential' in window)) return null;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  try {
    const credential: unknown = await navigator.credentials.get(request);
    return typeof credential === 'object' && credential !== null && 'code' in credential
      ? String(credential.code)
      : null;
  } catch {
    return null;
  }
}
