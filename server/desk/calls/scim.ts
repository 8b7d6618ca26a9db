import * as v from 'valibot';
import { adminActions } from '#server/administration/admin-actions.ts';
import { withRequestedAttributes } from '#server/administration/scim/attributes.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { visibleContacts } from '#server/desk/masked.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import { type AccountFilter, accountFilterOf } from '#server/desk/scim-filter.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { DESK_PAGE_SIZE, DESK_SCIM_PATH } from '#wire/desk/names.ts';
import { LIST_SCHEMA, SEARCH_SCHEMA } from '#wire/scim.ts';

/** The answer of a SCIM call. */
export type ScimAnswer =
  | {
      readonly status: 200 | 201;
      readonly resource: object;
      /** Address of a created resource. */
      readonly location?: string;
    }
  | { readonly status: 204; readonly resource: null };

/** The library of SCIM is loaded with the first call that needs it. */
const usersOf = async ({ admin, desk }: DeskCallContext) => {
  const { scimUsers } = await import('#server/administration/scim/users.ts');
  const deps = { ...admin, base: `${desk.url}${DESK_SCIM_PATH}`, reportDeviation: () => undefined };
  return scimUsers(deps, 'operator').forOperators;
};

const visibleAccountFor =
  ({ isMasked }: DeskCallContext) =>
  (account: Account): Account => ({ ...account, ...visibleContacts(isMasked, account) });

/** Decodes a cursor (unreserved characters of RFC 3986) to the ID in it. */
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

type Page = { readonly accounts: readonly Account[]; readonly next: string | null };

async function pageOf(
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

/** Searches people. A cursor is the ID of the last person on the page before. */
export async function people(
  call: DeskCallContext,
  { filter, cursor: after, count, ...requested }: v.InferOutput<typeof searchBody>,
): Promise<ScimAnswer> {
  const limit = Math.min(count, DESK_PAGE_SIZE);
  const { accounts, next } = await pageOf(call, accountFilterOf(filter), after, limit);
  adminActions(call.admin).report({ action: 'list', details: { accounts: accounts.length } });
  const all = await (await usersOf(call)).list(accounts.map(visibleAccountFor(call)));
  const Resources = all.map((each) => withRequestedAttributes(each, requested));
  const resource = {
    schemas: [LIST_SCHEMA],
    itemsPerPage: Resources.length,
    ...(next !== null && { nextCursor: Buffer.from(next).toString('base64url') }),
    Resources,
  };
  return { status: 200, resource };
}

/** The body that the desk creates from a SCIM call about one user. */
export const userBody = v.object({
  /** SCIM id; empty for a user that is added. */
  id: v.string(),
  /** ID of the account; empty when there is none. */
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
  const user = await (await usersOf(call)).get(id, visibleAccountFor(call));
  adminActions(call.admin).report({ action: 'show', account: user.userName });
  return { status: 200, resource: withRequestedAttributes(user, requested) };
}

export async function add(call: DeskCallContext, { userId, requestBody }: UserBody): Promise<ScimAnswer> {
  if (userId === '') throw new DeskRefusal('invalid', { fields: ['userId'] });
  const resource = await (await usersOf(call)).create(requestBody);
  return { status: 201, resource, location: resource.meta.location };
}

/**
 * Changes an account, or disables or enables it. The answer has no content when nothing has changed (RFC 7644,
 * section 3.5.2).
 */
export async function change(call: DeskCallContext, { id, requestBody }: UserBody): Promise<ScimAnswer> {
  const resource = await (await usersOf(call)).patch(id, requestBody);
  return resource ? { status: 200, resource } : { status: 204, resource };
}
