// All a client has to do with a frame of the match; docs/protocol.md.
export function follow(shown, frame) {
  if (frame.view) return { ...frame.view };
  const after = { ...shown, ...frame.set };
  for (const [name, more] of Object.entries(frame.add ?? {})) after[name] = [...after[name], ...more];
  return { ...after, ...frame.yours };
}
