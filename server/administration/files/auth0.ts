import * as v from 'valibot';
import { problemOfIssue } from '#server/administration/value-problems.ts';
import type { FileContent, FileProblem } from './content.ts';
import { type ForeignPerson, foreignContent } from './foreign.ts';

const optionalText = v.optional(v.nullable(v.string()));

/** A line of an export of users, or of an export with password hashes (which Auth0 makes on request). */
const auth0User = v.object({
  username: optionalText,
  email: optionalText,
  name: optionalText,
  given_name: optionalText,
  family_name: optionalText,
  phone_number: optionalText,
  blocked: v.optional(v.nullable(v.boolean())),
  passwordHash: optionalText,
});

const userLine = v.pipe(v.string(), v.parseJson(), auth0User);

/** The name of a user. Auth0 exports the mail address as the name of a user who has none; this counts as no name. */
const nameOf = ({ name, email }: v.InferOutput<typeof auth0User>): string | undefined =>
  name && name !== email ? name : undefined;

function personOf(user: v.InferOutput<typeof auth0User>, place: number): ForeignPerson {
  return {
    place,
    userId: user.username || user.email || '',
    nameKo: nameOf(user),
    lastName: user.family_name ?? undefined,
    firstName: user.given_name ?? undefined,
    mail: user.email ?? undefined,
    phone: user.phone_number ?? undefined,
    isDisabled: user.blocked === true,
    hash: user.passwordHash ?? null,
  };
}

/**
 * Reads users of Auth0: each line is a JSON object. The ID is the user name, or the mail address of a user without a
 * user name.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function readAuth0(text: string, exactIds = false): FileContent {
  const people: ForeignPerson[] = [];
  const problems: FileProblem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const place = index + 1;
    if (line.trim() === '') continue;
    const user = v.safeParse(userLine, line);
    if (user.success) people.push(personOf(user.output, place));
    else {
      const [issue] = user.issues;
      problems.push({ place, field: v.getDotPath(issue) ?? '', ...problemOfIssue(issue) });
    }
  }
  return foreignContent(people, exactIds, problems);
}
