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

/** What a request says, by `claims.id_token`, of who signs in and how. */
export type SignInClaims = {
  /** The subjects that may answer; null for anybody. */
  readonly subjects: readonly string[] | null;
  /** The context classes that the service would like, the best first; null where it names none. */
  readonly acrs: readonly string[] | null;
  /** Any other of them is a failed sign-in. */
  readonly isAcrEssential: boolean;
};

const read = ({ id_token }: v.InferOutput<typeof parameter>): SignInClaims => ({
  subjects: valuesOf(id_token?.sub),
  acrs: valuesOf(id_token?.acr),
  isAcrEssential: id_token?.acr?.essential ?? false,
});

/**
 * Reads the `claims` parameter (OpenID Connect Core 1.0, section 5.5) of a request that {@link claimsParameter} has let pass.
 * @param claims the parameter; empty where there is none
 */
export const signInClaims = (claims: string): SignInClaims =>
  read(v.parse(parameter, claims === '' ? {} : JSON.parse(claims)));

/** The `claims` parameter as the engine offers it (decision 273). */
export const claimsParameter = ({
  errors,
}: Library): NonNullable<NonNullable<Configuration['features']>['claimsParameter']> => ({
  enabled: true,
  assertClaimsParameter(_ctx, claims) {
    const parsed = v.safeParse(parameter, claims);
    if (!parsed.success)
      throw new errors.InvalidRequest('claims.id_token asks for acr or sub in a wrong form');
    const { acrs, isAcrEssential } = read(parsed.output);
    if (isAcrEssential && acrs && !acrs.some(isKnownAcr)) {
      throw new errors.UnmetAuthenticationRequirements('none of the essential acr values is known');
    }
  },
});
