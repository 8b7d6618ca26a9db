import type { Configuration } from 'oidc-provider';
import * as v from 'valibot';
import { ACR_VALUES } from './acr.ts';
import type { Library } from './library.ts';

const claimRequestSchema = v.nullish(
  v.looseObject({
    essential: v.optional(v.boolean()),
    value: v.optional(v.string()),
    values: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  }),
);

const parameterSchema = v.looseObject({
  id_token: v.optional(v.looseObject({ acr: claimRequestSchema, sub: claimRequestSchema })),
});

type ClaimRequest = v.InferOutput<typeof claimRequestSchema>;

const requestedValues = (request: ClaimRequest): readonly string[] | null =>
  request?.value === undefined ? (request?.values ?? null) : [request.value];

/** Whether a text is the name of an authentication context class of the portal. */
export const isKnownAcr = (acr: string): boolean => Object.values<string>(ACR_VALUES).includes(acr);

/** The requirements of a request for the sign-in: the part `id_token` of the `claims` parameter. */
export type SignInClaims = {
  /** The users who may sign in; null when anybody may sign in. */
  readonly subjects: readonly string[] | null;
  /** The requested context classes, in order of preference; null when no context class is requested. */
  readonly acrs: readonly string[] | null;
  /** Whether the request fails when the sign-in does not reach a context class of `acrs`. */
  readonly isAcrEssential: boolean;
};

const requirementsOf = ({ id_token }: v.InferOutput<typeof parameterSchema>): SignInClaims => ({
  subjects: requestedValues(id_token?.sub),
  acrs: requestedValues(id_token?.acr),
  isAcrEssential: id_token?.acr?.essential ?? false,
});

/**
 * Reads the `claims` parameter (OpenID Connect Core 1.0, section 5.5) of a request that {@link claimsParameter} has
 * accepted.
 * @param claims the value of the parameter; empty when the request does not contain it
 */
export const parseSignInClaims = (claims: string): SignInClaims =>
  requirementsOf(v.parse(parameterSchema, claims === '' ? {} : JSON.parse(claims)));

/** The library's feature for the `claims` parameter (rule 273). */
export const claimsParameter = ({
  errors,
}: Library): NonNullable<NonNullable<Configuration['features']>['claimsParameter']> => ({
  enabled: true,
  assertClaimsParameter(_ctx, claims) {
    const parsed = v.safeParse(parameterSchema, claims);
    if (!parsed.success)
      throw new errors.InvalidRequest('claims.id_token requests acr or sub in an invalid form');
    const { acrs, isAcrEssential } = requirementsOf(parsed.output);
    if (isAcrEssential && acrs && !acrs.some(isKnownAcr)) {
      throw new errors.UnmetAuthenticationRequirements('none of the essential acr values is known');
    }
  },
});
