import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** A failed sign-in. */
export type SignInFailure = {
  readonly status: 400 | 502;
  /** An error code of OpenID Connect or OAuth, or of this service. */
  readonly code: string;
  readonly description: string;
};

/** The callback has a state that belongs to no sign-in of this browser. */
export const UNKNOWN_STATE: SignInFailure = {
  status: 400,
  code: 'unknown_state',
  description: 'The state of the callback belongs to no sign-in of this browser.',
};

const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'fetch failed';

/** Converts an error of openid-client; rethrows any other error. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return { status: 400, code: error.error, description: error.error_description ?? '' };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    const { error: code = 'refused', error_description: description = '' } = error.cause[0]?.parameters ?? {};
    return { status: 400, code, description };
  }
  if (isNetworkError(error)) {
    return { status: 502, code: 'portal_unreachable', description: 'The portal gave no answer.' };
  }
  if (error instanceof ClientError) {
    if (isNetworkError(error.cause)) return signInFailure(error.cause);
    return { status: 400, code: error.code ?? 'invalid_answer', description: error.message };
  }
  throw error;
}

/** The sign-in that a resource server requires (RFC 9470, section 3); null when it requires none. */
export function requiredSignIn(error: unknown): Readonly<Record<string, string>> | null {
  if (!(error instanceof WWWAuthenticateChallengeError)) return null;
  const { acr_values, max_age } = error.cause[0]?.parameters ?? {};
  return {
    ...(acr_values !== undefined && { acr_values }),
    ...(max_age !== undefined && { max_age }),
  };
}
