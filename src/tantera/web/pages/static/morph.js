/* A newer page put into the one that is there (DOM morphing). What is in both stays the same element: it keeps the focus,
   an open <details> stays open, what somebody has typed or chosen stays. Only what is new comes and what is gone goes,
   and nothing goes that somebody is filling in. */

/** Fields in which somebody has typed or chosen something.
 * @param {ParentNode} root */
export function touched(root) {
  return [...root.querySelectorAll("input:not([type=hidden]), textarea, select")].filter((one) => {
    if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
    if (one.localName !== "select") return one.value !== one.defaultValue;
    const meant = [...one.options].filter((option) => option.defaultSelected).pop() ?? one.options[0];
    return one.options[one.selectedIndex] !== meant;
  });
}

/** Make `ours` what `theirs` is, as far as nobody is in the way. What a script fills by itself has `data-own`.
 * @param {Node} ours @param {Node} theirs */
export function morph(ours, theirs) {
  if (ours.isEqualNode(theirs) || (ours instanceof Element && ours.dataset.own !== undefined)) return;
  if (!(ours instanceof Element && theirs instanceof Element)) {
    ours.nodeValue = theirs.nodeValue;
    return;
  }
  attributes(ours, theirs);
  children(ours, theirs);
}

/** What a script or a reader has set is theirs: whether something is open is not told anew.
 * @param {Element} ours @param {Element} theirs */
function attributes(ours, theirs) {
  for (const { name } of [...ours.attributes]) {
    if (!theirs.hasAttribute(name) && !(name === "open" && ours.localName === "details")) ours.removeAttribute(name);
  }
  for (const { name, value } of theirs.attributes) {
    if (ours.getAttribute(name) !== value && !(name === "open" && ours.localName === "details")) ours.setAttribute(name, value);
  }
}

const KNOWN_BY = ["name", "action", "for", "type"];

/** Two nodes with the same mark are one and the same in the older and in the newer page.
 * @param {Node} node */
function mark(node) {
  if (!(node instanceof Element)) return node.nodeName;
  if (node.id || node.dataset.id) return `${node.localName}#${node.id || node.dataset.id}`;
  const value = node.matches("button, [type=radio], [type=checkbox], [name=event]") ? node.getAttribute("value") : "";
  return [node.localName, ...KNOWN_BY.map((name) => node.getAttribute(name) ?? ""), value, node.classList[0] ?? ""].join(" ");
}

const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select";

/** Whether somebody has typed or chosen something in there, or is about to.
 * @param {Node} node */
function isFilledIn(node) {
  if (!(node instanceof Element)) return false;
  const writing = document.activeElement?.matches(TEXT) && node.contains(document.activeElement);
  return writing || touched(node.parentElement ?? node).some((field) => node.contains(field));
}

/** @param {Iterable<ChildNode>} nodes @param {string} wanted */
function first(nodes, wanted) {
  for (const node of nodes) if (mark(node) === wanted) return node;
  return null;
}

/** @param {Node} ours @param {Node} theirs */
function children(ours, theirs) {
  const wanted = [...theirs.childNodes];
  const left = new Set(ours.childNodes);
  let at = ours.firstChild;
  for (const one of wanted) {
    const same = first(left, mark(one));
    if (same) {
      left.delete(same);
      while (at && at !== same && !left.has(at)) at = at.nextSibling;
      if (same !== at && !same.contains(document.activeElement)) ours.insertBefore(same, at); // moving takes the focus away
      morph(same, one);
      at = same.nextSibling;
    } else {
      ours.insertBefore(document.importNode(one, true), at);
    }
  }
  for (const gone of left) {
    if (isFilledIn(gone)) document.body.classList.add("stale");
    else gone.remove();
  }
}
