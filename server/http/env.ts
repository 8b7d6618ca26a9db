import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Language } from '#i18n/locale.ts';
import type { RequestSession } from '#server/login/request-session.ts';

/** Variables that middleware sets for handlers. `incoming` is absent when the app is called as a function. */
export type Env = {
  Bindings: {
    readonly incoming?: IncomingMessage;
    /** Whether the page is the answer to a service's request, at the address of that request. */
    readonly isInPlace?: true;
    /** Whether the server makes the call itself, for a browser without scripts. */
    readonly isInternalCall?: true;
  };
  Variables: {
    requestSession: RequestSession;
    /** Language of the texts in an answer. */
    language: Language;
    /** The route for the log: without the ids and secrets in the path. */
    route: string;
    /** The user ID of the account that a typed ID means, in the spelling of the account (rule 169). */
    userIdOf: (typedId: string) => Promise<string>;
    /** The attempted client and method, for the audit. */
    attempt?: { readonly client: string; readonly method: string };
    /** The last answer in JSON, with its text. */
    sentJson?: { readonly response: Response; readonly text: string };
    /** Number of characters in the field `content` of a call that sends a code. */
    contentLength?: number;
    /** Error code of spec section 8 in an answer with the HTTP status 200. */
    refusalCode?: string;
  };
};

/** The context of a request, for handlers and middleware. */
export type Ctx = Context<Env>;
