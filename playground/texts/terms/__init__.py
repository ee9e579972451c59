"""The words of Kubernetes that have a card, and where texts link to them."""
