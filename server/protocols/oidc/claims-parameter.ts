import type { Configuration } from 'oidc-provider';
import * as v from 'valibot';
import { ACR_VALUES } from './acr.ts';
import type { Library } from './library.ts';

const claimRequest = v.nullish(
  v.looseObject({
    essential: v.optional(v.boolean()),
    value: v.optional(v.string()),
    values: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  }),
);

const parameter = v.looseObject({
  id_token: v.optional(v.looseObject({ acr: claimRequest, sub: claimRequest })),
});

type ClaimRequest = v.InferOutput<typeof claimRequest>;

const valuesOf = (request: ClaimRequest): readonly string[] | null =>
  request?.value === undefined ? (request?.values ?? null) : [request.value];

/** Whether the portal has a context class of this name. */
export const isKnownAcr = (acr: string): boolean => Object.values<string>(ACR_VALUES).includes(acr);

/** The requirements of `claims.id_token` in a request. */
export type SignInClaims = {
  /** The subjects that may answer; null for anybody. */
  readonly subjects: readonly string[] | null;
  /** The requested context classes, the preferred one first; null for none. */
  readonly acrs: readonly string[] | null;
  /** Whether a sign-in that reaches none of `acrs` fails. */
  readonly isAcrEssential: boolean;
};

const requirementsOf = ({ id_token }: v.InferOutput<typeof parameter>): SignInClaims => ({
  subjects: valuesOf(id_token?.sub),
  acrs: valuesOf(id_token?.acr),
  isAcrEssential: id_token?.acr?.essential ?? false,
});

/**
 * Reads the `claims` parameter (OpenID Connect Core 1.0, section 5.5) of a request that {@link claimsParameter} has
 * accepted.
 * @param claims the parameter; empty for none
 */
export const signInClaims = (claims: string): SignInClaims =>
  requirementsOf(v.parse(parameter, claims === '' ? {} : JSON.parse(claims)));

/** The library's feature for the `claims` parameter (rule 273). */
export const claimsParameter = ({
  errors,
}: Library): NonNullable<NonNullable<Configuration['features']>['claimsParameter']> => ({
  enabled: true,
  assertClaimsParameter(_ctx, claims) {
    const parsed = v.safeParse(parameter, claims);
    if (!parsed.success)
      throw new errors.InvalidRequest('claims.id_token requests acr or sub in an invalid form');
    const { acrs, isAcrEssential } = requirementsOf(parsed.output);
    if (isAcrEssential && acrs && !acrs.some(isKnownAcr)) {
      throw new errors.UnmetAuthenticationRequirements('none of the essential acr values is known');
    }
  },
});
