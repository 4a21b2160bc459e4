/* News of an event for screens that nobody touches (long polling). `heard` after every answer, `news` when the event has
   come further than what is shown (it gives the version that is shown then), `lost` while the server does not answer. */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export async function follow(event, version, { news, heard, lost }, rest = () => 1_000) {
  let since = "";
  for (;;) {
    try {
      const answer = await fetch(`/api/events/${event}/news?since=${since}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = await answer.json();
      heard(told);
      since = told.version;
      if (told.version !== version) {
        await pause(rest(told));
        version = await news(told);
        since = version;
        await pause(300);
      }
    } catch {
      lost();
      await pause(2_000 + Math.random() * 1_000);
      since = "";
    }
  }
}
