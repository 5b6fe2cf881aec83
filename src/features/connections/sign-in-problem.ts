/** Why nobody can sign in now, in words for the user; the client shows them as they are. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}
