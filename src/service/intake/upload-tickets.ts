import type { Clock } from "../../base/clock.ts";
import { createSecret } from "../store/secrets.ts";

/** Permission to send one file. */
interface UploadTicket {
  /** Code of the tenant. */
  readonly tenant: string;
  readonly name: string;
}

/** Time in which the bytes must begin to be sent. */
const lifeMs = 5 * 60_000;
/** Path of the addresses that take the bytes of files; not a part of the service's interface. */
export const uploadPath = "/uploads";

/** Tickets to send a file to the address that an upload is redirected to. Each is good for one attempt. */
export class UploadTickets {
  readonly #clock: Clock;
  readonly #tickets = new Map<string, UploadTicket & { readonly expires: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Issues a ticket. Returns the address to send the file to, without host. */
  issue(ticket: UploadTicket): string {
    const now = this.#clock.now();
    for (const [key, { expires }] of this.#tickets) {
      if (expires <= now) {
        this.#tickets.delete(key);
      }
    }
    const key = createSecret();
    this.#tickets.set(key, { ...ticket, expires: now + lifeMs });
    // As a parameter, because paths may be logged.
    return `${uploadPath}?ticket=${key}`;
  }

  /** Takes a ticket, which is then used up. Returns undefined for one that is unknown, used or expired. */
  redeem(key: string): UploadTicket | undefined {
    const ticket = this.#tickets.get(key);
    this.#tickets.delete(key);
    return ticket && ticket.expires > this.#clock.now() ? ticket : undefined;
  }
}
