import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Language } from '#i18n/locale.ts';
import type { RequestSession } from '#server/login/request-session.ts';

/** Variables that middleware sets for handlers. `incoming` is absent when the app is called as a function. */
export type Env = {
  Bindings: {
    readonly incoming?: IncomingMessage;
    /** The page is the answer to a service's request, at the address of that request. */
    readonly isInPlace?: true;
    /** A call that the server makes for a page without scripts, in the process. */
    readonly isOwnCall?: true;
  };
  Variables: {
    requestSession: RequestSession;
    /** Language of the texts in an answer. */
    language: Language;
    /** The route for the log: without the ids and secrets in the path. */
    route: string;
    /** Resolves the user ID of a call to the spelling of its account (rule 169). */
    userIdOf: (sent: string) => Promise<string>;
    /** The attempted client and method, for the audit. */
    attempt?: { readonly client: string; readonly method: string };
    /** An answer in JSON and its text. */
    sentJson?: { readonly response: Response; readonly text: string };
    /** Characters of the `content` of a send. */
    contentLength?: number;
    /** The error of an answer with status 200, as a code of spec section 8. */
    refusalCode?: string;
  };
};

export type Ctx = Context<Env>;
