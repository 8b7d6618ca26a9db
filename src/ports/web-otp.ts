/** The request options of the WebOTP API, which the DOM types do not declare. */
type OtpRequest = CredentialRequestOptions & { readonly otp: { readonly transport: readonly ['sms'] } };

/**
 * Waits for an SMS and resolves to its code (WebOTP API). Resolves to null if the browser lacks the API or the person
 * declines; the person then types the code.
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
