"""The Kubernetes words that have a card, and the links to the cards."""
