import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { withRequestedAttributes } from '#server/administration/scim/attributes.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { visibleContacts } from '#server/desk/masked.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { type AccountFilter, parseAccountFilter } from '#server/desk/scim-filter.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { DESK_PAGE_SIZE, DESK_SCIM_PATH } from '#wire/desk/names.ts';
import { LIST_SCHEMA, SEARCH_SCHEMA } from '#wire/scim.ts';

/** The answer of a SCIM call. */
export type ScimAnswer =
  | {
      readonly status: 200 | 201;
      readonly resource: object;
      /** The URL of a created resource. */
      readonly location?: string;
    }
  | { readonly status: 204; readonly resource: null };

/** The SCIM users for operators. The SCIM library is loaded with the first call that needs it. */
const loadUsers = async ({ admin, desk }: DeskCallContext) => {
  const { scimUsers } = await import('#server/administration/scim/users.ts');
  const deps = { ...admin, base: `${desk.url}${DESK_SCIM_PATH}`, reportDeviation: () => undefined };
  return scimUsers(deps, 'operator').forOperators;
};

/** Returns a function that masks the contacts of an account if the desk user may not see them. */
const visibleAccountFor =
  ({ isMasked }: DeskCallContext) =>
  (account: Account): Account => ({ ...account, ...visibleContacts(isMasked, account) });

/** A cursor of a search, which is an ID in base64url. */
const cursor = v.pipe(
  v.string(),
  v.regex(/^[\w-]*$/),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.excludes('\0'),
);

const names = v.exactOptional(v.array(v.string()), []);
const requestedAttributes = { attributes: names, excludedAttributes: names };

/** A search of RFC 7644, section 3.4.3, with the paging of RFC 9865. */
export const searchBody = v.object({
  schemas: v.pipe(v.array(v.string()), v.includes(SEARCH_SCHEMA)),
  filter: v.exactOptional(v.pipe(v.string(), v.maxLength(1000)), ''),
  cursor: v.exactOptional(cursor, ''),
  ...requestedAttributes,
  count: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1)), DESK_PAGE_SIZE),
});

/** A page of a search. `next` is the ID after which the next page begins; null on the last page. */
type Page = { readonly accounts: readonly Account[]; readonly next: string | null };

async function findPage(
  { admin, searchAccounts }: DeskCallContext,
  filter: AccountFilter,
  after: string,
  limit: number,
): Promise<Page> {
  if ('userId' in filter) {
    const account = await adminActions(admin).findOrNull(filter.userId);
    return { accounts: account ? [account] : [], next: null };
  }
  const accounts = await searchAccounts({ ...filter, after, limit: limit + 1 });
  const page = accounts.slice(0, limit);
  return { accounts: page, next: accounts.length > limit ? (page.at(-1)?.userId ?? null) : null };
}

/** Searches people. The cursor contains the ID of the last person on the previous page. */
export async function people(
  call: DeskCallContext,
  { filter, cursor: after, count, ...requested }: v.InferOutput<typeof searchBody>,
): Promise<ScimAnswer> {
  const limit = Math.min(count, DESK_PAGE_SIZE);
  const { accounts, next } = await findPage(call, parseAccountFilter(filter), after, limit);
  adminActions(call.admin).report({ action: 'list', details: { accounts: accounts.length } });
  const resources = await (await loadUsers(call)).list(accounts.map(visibleAccountFor(call)));
  const Resources = resources.map((user) => withRequestedAttributes(user, requested));
  const resource = {
    schemas: [LIST_SCHEMA],
    itemsPerPage: Resources.length,
    ...(next !== null && { nextCursor: Buffer.from(next).toString('base64url') }),
    Resources,
  };
  return { status: 200, resource };
}

/** The body that `scimCallBody` makes from a SCIM call about one user. */
export const userBody = v.object({
  /** The SCIM id of the user; empty for a user who is added. */
  id: v.string(),
  /** The ID of the account, or the ID that a new account will have; empty when neither is known. */
  userId: v.string(),
  /** The body of the request. */
  requestBody: v.unknown(),
});
type UserBody = v.InferOutput<typeof userBody>;

export const accountBody = v.object({ ...userBody.entries, requestBody: v.object(requestedAttributes) });

/** Reads an account. */
export async function account(
  call: DeskCallContext,
  { id, requestBody: requested }: v.InferOutput<typeof accountBody>,
): Promise<ScimAnswer> {
  const user = await (await loadUsers(call)).get(id, visibleAccountFor(call));
  adminActions(call.admin).report({ action: 'show', account: user.userName });
  return { status: 200, resource: withRequestedAttributes(user, requested) };
}

/** Adds an account. */
export async function add(call: DeskCallContext, { userId, requestBody }: UserBody): Promise<ScimAnswer> {
  if (userId === '') throw new DeskRefusal('invalid', { fields: ['userId'] });
  const resource = await (await loadUsers(call)).create(requestBody);
  return { status: 201, resource, location: resource.meta.location };
}

/**
 * Changes, disables or enables an account. If nothing has changed, the answer has no content (RFC 7644, section 3.5.2).
 */
export async function change(call: DeskCallContext, { id, requestBody }: UserBody): Promise<ScimAnswer> {
  const resource = await (await loadUsers(call)).patch(id, requestBody);
  return resource ? { status: 200, resource } : { status: 204, resource };
}
