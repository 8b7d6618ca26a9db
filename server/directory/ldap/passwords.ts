import type { LdapSettings } from '#server/config/ldap.ts';
import type { BindResult } from './bind-result.ts';
import { bindToLookUp, findPerson, templateDn } from './person.ts';

/** Verifies passwords at the company's directory. */
export interface DirectoryPasswords {
  /** @throws DirectoryProblemError when the directory cannot be reached or gives no usable answer */
  verify(userId: string, password: string): Promise<BindResult>;
}

/** Passwords of a directory. Its client is loaded when the first one is verified. */
export function directoryPasswords(settings: LdapSettings): DirectoryPasswords {
  return {
    async verify(userId, password) {
      if (password === '') return 'wrong';
      const { connectToAny } = await import('./connection.ts');
      const connection = await connectToAny(settings);
      try {
        const templateName = templateDn(settings, userId);
        if (templateName === null) await bindToLookUp(connection, settings);
        const dn = templateName ?? (await findPerson(connection, settings, userId));
        return dn === null ? 'wrong' : await connection.bind(dn, password.normalize('NFC'));
      } finally {
        connection.close();
      }
    },
  };
}
