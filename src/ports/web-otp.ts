/** Request options of the WebOTP API, which the DOM types do not know. */
type OtpRequest = CredentialRequestOptions & { readonly otp: { readonly transport: readonly ['sms'] } };

/**
 * Waits for the code of an SMS by the WebOTP API. Null when the browser lacks the API or the person declines; the code is
 * typed then.
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
