import type { JobPath } from "../../protocol/composer-view.ts";

/** The place that is nearest above a path, or at it; nothing when none is. */
export function placeOf<Place extends { readonly path: JobPath }>(
  path: JobPath,
  places: readonly Place[],
): Place | undefined {
  let nearest: Place | undefined;
  for (const place of places) {
    const { length } = place.path;
    const holds = length > 0 && length <= path.length && place.path.every((step, index) => step === path[index]);
    if (holds && length > (nearest?.path.length ?? 0)) {
      nearest = place;
    }
  }
  return nearest;
}
