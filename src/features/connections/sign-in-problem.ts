/** Reason why the sign-in failed, as a text for the user that the client shows unchanged. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}
