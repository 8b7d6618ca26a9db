import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** Why a sign-in has failed. */
export type SignInFailure = {
  readonly status: 400 | 502;
  /** An error code of OpenID Connect or OAuth, or a code of this service such as `unknown_state`. */
  readonly code: string;
  readonly description: string;
};

/** Failure for a callback whose state belongs to no sign-in of this browser. */
export const UNKNOWN_STATE_FAILURE: SignInFailure = {
  status: 400,
  code: 'unknown_state',
  description: 'The state of the callback belongs to no sign-in of this browser.',
};

const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'fetch failed';

/**
 * The failure that an error of openid-client means.
 * @throws any other error
 */
export function signInFailureOf(error: unknown): SignInFailure {
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
    if (isNetworkError(error.cause)) return signInFailureOf(error.cause);
    return { status: 400, code: error.code ?? 'invalid_answer', description: error.message };
  }
  throw error;
}

/**
 * The parameters of the sign-in that a resource server requires (RFC 9470, section 3); null when the error requires no
 * sign-in.
 */
export function requiredSignIn(error: unknown): Readonly<Record<string, string>> | null {
  if (!(error instanceof WWWAuthenticateChallengeError)) return null;
  const { acr_values, max_age } = error.cause[0]?.parameters ?? {};
  return {
    ...(acr_values !== undefined && { acr_values }),
    ...(max_age !== undefined && { max_age }),
  };
}
