// The gallery's layouts can be walked over, and take no chips.
import { FeltView } from "./felt.js";

for (const root of document.querySelectorAll(".felt")) new FeltView(root);
