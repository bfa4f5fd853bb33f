/** Visits of the site without a browser: a user's session, the token that a page asks for, and its use. */
import { wordPress } from './publisher.js';

export const ajax = `${wordPress.url}/wp-admin/admin-ajax.php`;

/** A user of a test: another one each time, so that tests cannot disturb each other. */
export interface Account {
  id: number;
  email: string;
  cookie: string;
}

/** Makes a user with a session. */
export async function createAccount(role: string, email?: string): Promise<Account> {
  return (await wordPress.run(`
    $name = 'user' . bin2hex(random_bytes(6));
    $email = ${email === undefined ? '"$name@example.org"' : `'${email}'`};
    $id = wp_insert_user(['user_login' => $name, 'user_email' => $email, 'user_pass' => wp_generate_password(), 'role' => '${role}']);
    $until = time() + 3600;
    $session = WP_Session_Tokens::get_instance($id)->create($until);
    $cookies = [];
    foreach ([AUTH_COOKIE => 'auth', LOGGED_IN_COOKIE => 'logged_in'] as $cookie => $scheme) {
      $cookies[] = "$cookie=" . rawurlencode(wp_generate_auth_cookie($id, $until, $scheme, $session));
    }
    return ['id' => $id, 'email' => $email, 'cookie' => implode('; ', $cookies)];`)) as Account;
}

/** Asks for a token as a page of the site does. */
export async function askForToken({ cookie }: Account, sku: string): Promise<string> {
  const response = await fetch(`${ajax}?action=private_podcast_token&sku=${sku}`, {
    method: 'POST',
    headers: { cookie, origin: wordPress.url, 'sec-fetch-site': 'same-origin' },
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}

/** Uses a token as a page of the site does. @returns the feed URL, or the problem's code. */
export async function useToken(token: string): Promise<string | undefined> {
  const response = await fetch(`${ajax}?action=private_podcast`, {
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
  });
  const { feedUrl, code } = (await response.json()) as { feedUrl?: string; code?: string };
  return feedUrl ?? code;
}
